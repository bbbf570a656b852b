import { expect, test } from 'vitest';
import { PRODUCTION, configProblems } from './config-problems.ts';

test('an address of the database that is empty or of another kind is refused', () => {
  expect(configProblems({ ...PRODUCTION, DATABASE_URL: '' })).toEqual([
    'DATABASE_URL must not be empty: remove it to use the database in DATA_FOLDER',
  ]);
  expect(configProblems({ ...PRODUCTION, DATABASE_URL: 'mysql://x/y' })).toEqual([
    'DATABASE_URL must be like postgres://user:password@host/database',
  ]);
});
