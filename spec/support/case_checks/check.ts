/** The checks of cases, by their ids. A check throws when what is observed is not what the case expects. */
export type Checks = Readonly<Record<string, () => void | Promise<void>>>;
