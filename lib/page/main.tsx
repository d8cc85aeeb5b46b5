import { render } from "preact";
import { isFamilyName } from "../cli/families.ts";
import { createState } from "./state.ts";
import { App } from "./view/app.tsx";
import "./page.css";

declare global {
  /** The text of the worker, which the build puts into the page, so that the page is one file. */
  var workerText: string;
}

const address = URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));
const state = createState(new Worker(address));

const parameters = new URLSearchParams(location.search);
const named = parameters.get("family");
const family = isFamilyName(named) ? named : undefined;
const tape = parameters.get("tape");
const channel = parameters.get("ws");
const prompt = parameters.get("prompt") ?? undefined;
if (tape !== null) state.open({ kind: "address", url: new URL(tape, location.href).href }, family);
else if (channel !== null) state.open({ kind: "channel", url: channel, prompt }, family);

const place = document.querySelector("#page");
// In a turn of its own, as the program has just been read.
if (place) setTimeout(() => render(<App state={state} />, place));
