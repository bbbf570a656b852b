/**
 * Tells zod, before it is loaded, not to generate code: our pages forbid `eval`, and an attempt is reported as an attack.
 * Setting zod's global here does not load the library.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
