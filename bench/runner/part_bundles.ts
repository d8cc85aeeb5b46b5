import type { PackageUnderTest } from "../../spec/runtimes/runner/package_under_test.ts";
import type { Amounts } from "../amounts.ts";
import { bundlePart } from "./bundle_part.ts";
import type { PartName } from "./part_files.ts";

/** The bundles of one part, each made once. */
export class PartBundles {
  readonly #name: PartName;
  readonly #made = new Map<Amounts, Promise<PackageUnderTest>>();

  constructor(name: PartName) {
    this.#name = name;
  }

  /** The one that measures so much. */
  with(amounts: Amounts): Promise<PackageUnderTest> {
    const made = this.#made.get(amounts) ?? bundlePart(this.#name, amounts);
    this.#made.set(amounts, made);
    return made;
  }

  async remove(): Promise<void> {
    for (const made of this.#made.values()) await (await made).remove();
  }
}
