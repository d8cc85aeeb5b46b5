import type { PageState } from "../state.ts";

/** Opens a tape that the person has chosen or dropped. */
export function openFile(state: PageState, file: File): void {
  if (location.protocol !== "file:") {
    state.open({ kind: "tape", name: file.name, blob: file });
    return;
  }
  // A page from the disk has no origin that its worker could share, and WebKit lets that worker read no file.
  file.arrayBuffer().then(
    (bytes) => state.open({ kind: "bytes", name: file.name, bytes: new Uint8Array(bytes) }),
    () => {
      state.failure.value = `${file.name} cannot be read`;
    },
  );
}

/** Lets the person choose a tape. */
export function chooseFile(state: PageState): void {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) openFile(state, file);
  });
  input.click();
}
