/** Generates `.env.example` and the table of variables in `docs/operating.md` from the table of settings. */
import { readFileSync, writeFileSync } from 'node:fs';
import { envExample, withSettingsTable } from './settings-docs.ts';

const OPERATING = 'docs/operating.md';

writeFileSync('.env.example', envExample());
writeFileSync(OPERATING, withSettingsTable(readFileSync(OPERATING, 'utf8')));
