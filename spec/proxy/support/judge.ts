import type { NotificationSource } from "./notification_source.ts";
import { retell } from "./retell.ts";
import type { World } from "./world.ts";

/** What was lost, all of it as the protocol allows. */
export interface Losses {
  readonly paths: number;
  readonly gaps: Readonly<Record<string, number>>;
  readonly said: number;
  readonly delivered: number;
  /** Notifications said on a path that died before they came. */
  readonly lostOnPaths: number;
  /** Notifications said for an ask that was lost. */
  readonly lostWithAsks: number;
  readonly asks: number;
  readonly lostAsks: number;
}

const isNotifications = (path: string): boolean => path.startsWith("/mcp/notifications/");

/**
 * Judges a world that has come to rest with an open path, by what everyone in it has noted.
 *
 * @returns everything that is not as the protocol has it, and what was lost
 */
export async function judge(world: World): Promise<{ readonly faults: readonly string[]; readonly losses: Losses }> {
  const faults: string[] = [];
  const expectTrue = (fact: boolean, fault: string): void => {
    if (!fact) faults.push(fault);
  };
  const { events, upgrades, asks } = world.proxy;

  // At most one ask is open, and at most one path.
  let open = 0;
  let asking: number | undefined;
  for (const { what, path, connection } of events) {
    if (!isNotifications(path)) continue;
    if (what === "asked") {
      expectTrue(open === 0, `${path} is asked for while a path is open`);
      expectTrue(asking !== connection, `${path} is asked for while another was on ${connection}`);
      asking = connection;
    } else {
      asking = undefined;
      open += what === "opened" ? 1 : -1;
    }
    expectTrue(open <= 1, `${open} paths are open`);
  }

  // Each path in turn, with one gap between it and the next.
  const opened = events.filter(({ what, path }) => what === "opened" && isNotifications(path));
  const gaps = world.items.flatMap((item) => (item.type === "gap" ? [item] : []));
  expectTrue(gaps.length === opened.length - 1, `${gaps.length} gaps between ${opened.length} paths`);
  const told = split(world);
  let lostOnPaths = 0;
  let delivered = 0;
  const kinds: Record<string, number> = {};
  for (const [at, { path }] of opened.entries()) {
    const source = world.sources.find((source) => source.path === path);
    const said = [...Array(source?.said ?? 0).keys()].map((number) => `${source?.number}.${number}`);
    if (source?.end === "error frame") said.push(`failure ${source.number}`);
    const heard = told[at] ?? [];
    const items = heard.filter((text) => !text.startsWith("failure")).length;
    delivered += items;
    lostOnPaths += (source?.said ?? 0) - items;
    expectTrue(
      heard.every((text, place) => text === said[place]),
      `${path}: ${heard} is no beginning of ${said}`,
    );
    const gap = gaps[at];
    if (!gap) continue;
    const { kind, frames } = gap.ending;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    const isWhole = heard.length === said.length;
    if (kind === "finished") expectTrue(isWhole && source?.end === "closed", `${path} is not finished`);
    else if (kind === "failed") expectTrue(isWhole && source?.end === "error frame", `${path} has not failed`);
    else if (kind === "unserved") expectTrue(said.length === 0 && source?.end !== "broken", `${path} is served`);
    else expectTrue(kind === "cut", `${path} is ${kind}`);
    expectTrue(frames === items, `${path}: the gap counts ${frames} frames, and not ${items}`);
    expectTrue(gap.since <= gap.until, `${path}: the gap ends before it begins`);
    if (kind === "cut") continue;
    // It was wanted, so another connection has the next ask.
    const from = events.findIndex((event) => event.what === "asked" && event.path === path);
    const [its, next] = events.slice(from).filter(({ what, path }) => what === "asked" && isNotifications(path));
    const before = its?.connection ?? 0;
    expectTrue(!next || next.connection > before, `${path} ended what ${before} asked for, and that asks again`);
  }

  // An ask is lost if its connection ended before the answer, and for no other reason.
  const fates = await Promise.all(world.tools);
  const asked = events.filter(({ what, path }) => what === "asked" && !isNotifications(path));
  const answered = new Set(events.flatMap(({ what, path }) => (what === "opened" ? [path] : [])));
  const unanswered = asked.filter(({ path }) => !answered.has(path));
  const lostAsks = fates.filter((fate) => fate === "requests-ended").length;
  expectTrue(asked.length === fates.length, `${fates.length} asks, of which ${asked.length} were sent`);
  expectTrue(lostAsks === unanswered.length, `${lostAsks} asks are lost, and ${unanswered.length} not answered`);
  for (const { path, connection } of unanswered) {
    expectTrue(connection < asks.connections, `${path} is lost, and its connection is alive`);
  }
  for (const fate of new Set(fates)) {
    expectTrue(["answered", "cut", "requests-ended"].includes(fate), `an ask was ${fate}`);
  }

  // Nothing is answered twice, nor tried to be.
  expectTrue(new Set(world.handled).size === world.handled.length, "an ask was handled twice");
  const tried = upgrades.filter((upgrade) => !upgrade.startsWith("/requests"));
  expectTrue(new Set(tried).size === tried.length, "a path was opened twice");
  expectTrue(!tried.some((upgrade) => upgrade.endsWith(" 409")), "a path was taken already");

  const sum = (sources: readonly NotificationSource[]): number => sources.reduce((all, { said }) => all + said, 0);
  const said = sum(world.sources);
  const lostWithAsks = sum(world.sources.filter(({ path }) => !answered.has(path)));
  expectTrue(said === delivered + lostOnPaths + lostWithAsks, "what was said does not add up");
  return {
    faults,
    losses: {
      paths: opened.length,
      gaps: kinds,
      said,
      delivered,
      lostOnPaths,
      lostWithAsks,
      asks: fates.length,
      lostAsks,
    },
  };
}

/** What came of each path, in few words. */
function split(world: World): readonly (readonly string[])[] {
  const told: string[][] = [[]];
  for (const item of world.items) {
    if (item.type === "gap") told.push([]);
    else told.at(-1)?.push(retell(item));
  }
  return told;
}
