import type { PageState } from "../state.ts";

/** Has the rows of the view, or all of them, saved as a file. */
export async function save(state: PageState, what: "view" | "all", as: "tape" | "lines"): Promise<void> {
  const blob = await state.engine.ask("export", { what, as });
  const link = document.createElement("a");
  const address = URL.createObjectURL(blob);
  link.href = address;
  link.download = `${nameFor(state.head.value?.title ?? "channel")}${what === "view" ? "-part" : ""}.${as === "tape" ? "tape" : "jsonl"}`;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function nameFor(title: string): string {
  return (
    title
      .replace(/\.(?:tape|jsonl)$/, "")
      .replace(/[^\w.-]+/g, "-")
      .replace(/^-+|-+$/g, "") || "channel"
  );
}
