/** One issue of a {@link SchemaResult}. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What `validate` of a {@link SyncSchema} gives. */
export type SchemaResult = { readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

/**
 * A schema of any library that follows Standard Schema 1 (valibot, zod, arktype …), as far as it is used here: by its
 * structure, so that your library's version cannot clash with ours. It has to validate synchronously. What it checks is
 * handed on as it is, so its transformations and defaults have no effect, and the type of a value is its *input* type.
 */
export interface SyncSchema<T = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>;
    readonly types?: { readonly input: T; readonly output: unknown } | undefined;
  };
}

/** The type of the values that a schema accepts. */
export type SchemaInput<S extends SyncSchema> = S extends SyncSchema<infer T> ? T : never;
