/** Writes what follows from the table of variables: `.env.example`, and their table in `docs/operating.md`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { envExample, withSettingsTable } from './settings-docs.ts';

const OPERATING = 'docs/operating.md';

writeFileSync('.env.example', envExample());
writeFileSync(OPERATING, withSettingsTable(readFileSync(OPERATING, 'utf8')));
