/**
 * Tells zod, before it is loaded, not to write code: our pages forbid `eval`, and trying it counts as an attack. This is
 * where zod looks, and setting it costs no page the library.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
