// TypeScript 5.8 and newer know that Node can `require` an ES module.
const library = require("channel-frames");

/** @type {TransformStream} */
exports.decoder = new library.NotificationDecoderStream();

/** @type {(error: unknown) => error is import("channel-frames").CutError} */
exports.isCut = (error) => error instanceof library.CutError;

// @ts-expect-error the module is not `any`
exports.nothing = library.NothingOfThatName;
