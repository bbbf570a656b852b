/** Our pages forbid `eval`, and report an attempt as an attack. This doesn't load zod. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
