import type { PageState } from "../state.ts";

export function openFile(state: PageState, file: File): void {
  state.open({ kind: "tape", name: file.name, blob: file });
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
