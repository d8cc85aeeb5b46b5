import assert from "node:assert/strict";
import type { Ending } from "channel-frames";
import { endingWords } from "../../../lib/page/view/ending_words.ts";
import { ANSWER, cutRun, endings, malformed, progress, torn } from "../support/tapes.ts";
import type { Visit } from "./visit.ts";

/** What holds for the page in every browser, by name. */
export const checks: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  ...Object.fromEntries(
    Object.entries(endings).map(([kind, tape]) => [
      `the ending "${kind}" is said first, in words`,
      async ({ openTape, text, page }: Visit) => {
        await openTape(tape);
        const { name, meaning } = endingWords[kind as Ending["kind"]];
        assert.equal(await page.evaluate("document.querySelector('.banner').dataset.kind"), kind);
        assert.equal(await text(".banner h2"), name);
        assert.ok((await text(".banner")).includes(meaning));
      },
    ]),
  ),

  "an error is told by its code and message, and leads to its row": async ({ openTape, text, page, until }) => {
    await openTape(endings.failed);
    assert.match(await text(".banner"), /-32603: the index is gone/);
    await page.evaluate("document.querySelector('.banner .link').click()");
    await until("/the index is gone/.test(document.querySelector('.detail .tree')?.textContent)");
    assert.equal(await page.evaluate("document.querySelector('.row[aria-selected=true]').id"), "row-3");
  },

  "a lost connection is told by its close code": async ({ openTape, text }) => {
    await openTape(endings.cut);
    assert.match(await text(".banner"), /1006, the connection was lost/);
  },

  "a message that nobody reads is shown with the byte where it fails": async ({ openTape, page, until, text }) => {
    await openTape(malformed);
    assert.match(await text(".banner"), /not all of it is here: 1 message cannot be read, and 1 time the recorder/);
    await page.evaluate("document.querySelector('.banner .link').click()");
    await until("!!document.querySelector('.problem')");
    assert.match(await text(".problem"), /fails at byte 12/);
    assert.equal(await text(".hex mark"), "6f");
    assert.equal(await page.evaluate("document.querySelectorAll('.row').length"), 6);
  },

  "a tape that was cut in the middle of a record is read as far as it goes": async ({ openTape, text }) => {
    await openTape(torn);
    assert.equal(await text(".banner h2"), "Cut");
    assert.match(await text(".banner"), /The tape stops in the middle of a record/);
    assert.match(await text(".status"), /2 of 2 shown/);
  },

  "what is no tape is refused in words": async ({ openTape, text }) => {
    await openTape(new TextEncoder().encode("<html>"));
    assert.match(await text(".failure"), /not a tape|is none/i);
  },

  "a run loop is shown as a conversation, torn where it was cut": async ({ openTape, text, until, page }) => {
    await openTape(cutRun);
    await until(`document.querySelector('.talk')?.textContent.includes(${JSON.stringify(ANSWER)})`);
    const talk = await text(".talk");
    assert.match(talk, /Tool read_file[\s\S]*12 tests, 3 of them fail/);
    assert.match(talk, /sub-agent of call_2[\s\S]*The cache is filled by load\(\) at start-up\./);
    assert.match(talk, /The arguments are not whole[\s\S]*No result came/);
    assert.match(talk, /The connection broke here/);
    assert.match(talk, /2,300 tokens in, 190 out/);
    assert.equal(await page.evaluate(`document.querySelectorAll(".block[data-depth='1']").length`), 1);
  },

  "a live channel is shown as it goes on, and its end": async ({ openChannel, until, text }) => {
    let finish = (): void => {};
    await openChannel("/tool/notifications", (socket) => {
      socket.send(progress(1));
      socket.send(progress(2));
      finish = () => socket.close(1000);
    });
    await until("document.querySelectorAll('.row').length === 2");
    assert.equal(await text(".banner h2"), "Live");
    finish();
    await until("document.querySelector('.banner h2')?.textContent === 'Finished'");
  },

  "a live channel whose socket is killed is cut": async ({ openChannel, until, text }) => {
    let kill = (): void => {};
    await openChannel("/tool/notifications", (socket) => {
      socket.send(progress(1));
      kill = () => socket.terminate();
    });
    await until("document.querySelectorAll('.row').length === 1");
    kill();
    await until("document.querySelector('.banner h2')?.textContent === 'Cut'");
    assert.match(await text(".banner"), /1006/);
    assert.match(await text(".status"), /1 of 1 shown/);
  },

  "a run loop is asked for with a prompt": async ({ openChannel, until, text }) => {
    const asked: string[] = [];
    await openChannel(
      "/agent/run",
      (socket) => {
        socket.on("message", (message) => {
          asked.push(String(message));
          socket.send(new TextEncoder().encode('\0{"type":"assistant_text_content","text":"Hello"}'));
          socket.close(1000);
        });
      },
      "&prompt=Greet",
    );
    await until("document.querySelector('.banner h2')?.textContent === 'Finished'");
    await until("/Hello/.test(document.querySelector('.talk')?.textContent)");
    assert.deepEqual(asked, ['{"prompt":"Greet"}']);
    assert.match(await text(".talk"), /Asked[\s\S]*Greet/);
  },

  "a socket that nobody serves is told in words": async ({ openChannel, until, text }) => {
    await openChannel("/x", (socket) => socket.terminate(), "&family=raw");
    await until("!!document.querySelector('.failure, .banner:not([data-kind=reading])')");
    assert.match((await text(".failure")) || (await text(".banner")), /No connection|Cut/);
  },

  "keys go through the rows, find text, and show the help": async ({ openTape, page, until, text }) => {
    await openTape(endings.violated);
    await until("document.querySelectorAll('.row').length === 5");
    const selected = (id: number): Promise<void> =>
      until(`document.querySelector('.row[aria-selected=true]')?.id === 'row-${id}'`);
    for (const [key, id] of [
      ["j", 0],
      ["j", 1],
      ["ArrowDown", 2],
      ["k", 1],
      ["ArrowUp", 0],
      ["G", 4],
      ["g", 0],
    ] as const) {
      await page.press(key);
      await selected(id);
    }
    await page.press("/");
    await until("document.activeElement?.id === 'search'");
    for (const key of "GONE") await page.press(key);
    await until("document.querySelectorAll('.row').length === 1");
    assert.match(await text(".row"), /the index is gone/);
    await page.press("Escape");
    await until("document.querySelectorAll('.row').length === 5");
    await page.press("?");
    await until("!!document.querySelector('dialog[open]')");
    assert.match(await text("dialog"), /next message/);
    await page.press("Escape");
    await until("!document.querySelector('dialog[open]')");
  },

  "a filter by kind and by method narrows the list": async ({ openTape, page, until }) => {
    await openTape(endings.violated);
    await until("document.querySelectorAll('.row').length === 5");
    await page.evaluate("document.querySelector('.filter button').click()");
    await until("document.querySelectorAll('.row').length === 2");
    await page.evaluate("document.querySelector('.filter button').click()");
    await until("document.querySelectorAll('.row').length === 5");
    await page.evaluate(
      "(() => { const of = document.querySelector('.filter select'); of.value = 'notifications/progress'; of.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    await until("document.querySelectorAll('.row').length === 4");
  },

  "it is played by the space key, and step by step": async ({ openTape, page, until, text }) => {
    await openTape(endings.cut);
    await until("document.querySelectorAll('.row').length === 3");
    await page.press(" ");
    await until("document.querySelectorAll('.row').length < 3");
    await until("document.querySelector('.banner h2')?.textContent === 'Cut'");
    await page.press(".");
    await until("document.querySelectorAll('.row').length === 1");
    assert.equal(await text(".banner h2"), "Playing");
    await page.press(".");
    await until("document.querySelectorAll('.row').length === 2");
    await page.press(",");
    await until("document.querySelectorAll('.row').length === 1");
    await page.press("Escape");
    await until("document.querySelectorAll('.row').length === 3");
  },

  "what is saved as a tape is that tape again": async ({ openTape, page, until }) => {
    await openTape(malformed);
    await until("document.querySelectorAll('.row').length === 6");
    await page.evaluate(
      `(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.arrayBuffer().then((bytes) => { globalThis.saved = [...new Uint8Array(bytes)]; }); return make(blob); };
        const of = document.querySelector('.top select'); of.value = 'all tape'; of.dispatchEvent(new Event('change', { bubbles: true }));
      })()`,
    );
    await until("!!globalThis.saved");
    assert.deepEqual(await page.evaluate("globalThis.saved"), [...malformed]);
  },

  "it fits on a telephone": async ({ openTape, page, until }) => {
    await page.resize(360, 740);
    await openTape(cutRun);
    await until("!!document.querySelector('.torn')");
    const width = Number(await page.evaluate("document.documentElement.scrollWidth"));
    const shown = Number(await page.evaluate("innerWidth"));
    await page.resize(1280, 800);
    assert.ok(width <= shown, `${width} of ${shown} pixels`);
  },

  "it works from the disk, with a tape that is dropped on it": async ({ openFromDisk, page, until, text }) => {
    await openFromDisk();
    await until("!!document.querySelector('.drop')");
    await page.evaluate(
      `(() => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([Uint8Array.from(${JSON.stringify([...endings.cut])})], "dropped.tape"));
        document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
      })()`,
    );
    await until("document.querySelector('.banner h2')?.textContent === 'Cut'");
    await until("document.querySelectorAll('.row').length === 3");
    assert.equal(await text("h1"), "dropped.tape");
  },

  "a million messages are read, the last of them is reached, and any found": async ({
    openLarge,
    page,
    until,
    text,
  }) => {
    await openLarge(1_000_000);
    await until("document.querySelector('.banner h2')?.textContent === 'Finished'");
    assert.match(await text(".banner"), /1,000,000 notifications/);
    await page.press("G");
    await until("document.querySelector('.row[aria-selected=true]')?.id === 'row-999999'");
    await until(
      "(() => { const row = document.querySelector('.row[aria-selected=true]')?.getBoundingClientRect(); const list = document.querySelector('.list').getBoundingClientRect(); return row?.top >= list.top - 2 && row.bottom <= list.bottom + 2; })()",
    );
    assert.ok(Number(await page.evaluate("document.querySelectorAll('.row').length")) < 300);
    await page.evaluate(
      "(() => { const of = document.querySelector('#search'); of.value = 'list_changed'; of.dispatchEvent(new Event('input', { bubbles: true })); })()",
    );
    await until("/^[0-9,]+ of 1,000,000 shown$/.test(document.querySelector('.status span')?.textContent)");
    await until("!/^1,000,000 of/.test(document.querySelector('.status span')?.textContent)");
  },

  "light and dark are both there, by the system and by hand": async ({ openTape, page }) => {
    await page.prefer("light");
    await openTape(endings.finished);
    const ground = (): Promise<unknown> => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    const first = await ground();
    if (await page.prefer("dark")) {
      assert.notEqual(await ground(), first);
      await page.prefer("light");
    }
    await page.press("t");
    assert.notEqual(await ground(), first);
    await page.press("t");
    assert.equal(await ground(), first);
  },

  "everything that can be pressed has a name": async ({ openTape, page }) => {
    await openTape(cutRun);
    const nameless = await page.evaluate(
      `[...document.querySelectorAll('button, select, input, textarea, canvas, [role=listbox], [role=log]')]
        .filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length))
        .map((one) => one.outerHTML)`,
    );
    assert.deepEqual(nameless, []);
  },

  "nothing is asked of any other machine, and the policy would refuse it": async ({ openTape, page, until }) => {
    await openTape(endings.failed);
    const asked = await page.evaluate(
      "performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin).filter((origin) => origin !== location.origin && origin !== 'null')",
    );
    assert.deepEqual(asked, []);
    // That nothing comes back would prove nothing on a machine that is alone: the browser itself says what it refused.
    await page.evaluate(
      `(() => {
        globalThis.refused = [];
        addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
          refused.push(effectiveDirective + " " + blockedURI);
        });
        fetch("https://example.org/fetched").catch(() => {});
        try { new WebSocket("wss://example.org/socket"); } catch {}
        new Image().src = "https://example.org/image";
        document.head.append(Object.assign(document.createElement("script"), { src: "https://example.org/script" }));
      })()`,
    );
    for (const what of ["connect-src https:", "connect-src wss:", "img-src https:", "script-src"]) {
      await until(`refused.some((one) => one.startsWith(${JSON.stringify(what)}))`);
    }
  },
};
