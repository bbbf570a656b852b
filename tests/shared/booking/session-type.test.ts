import { expect, test } from 'vitest';
import * as sessions from '#shared/booking/session-type.ts';

test('there are two session types', () => {
  expect(sessions.ALL_SESSION_TYPES).toEqual(['half-day', 'full-day']);
});

test('only their exact names are session types', () => {
  expect(sessions.ALL_SESSION_TYPES.every((type) => sessions.isSessionType(type))).toBe(true);
  for (const value of ['Half-day', 'half day', 'full', '', null, undefined, 1, ['half-day']]) {
    expect(sessions.isSessionType(value)).toBe(false);
  }
});

test('a half day claims the unit its visitor chose and a full day both', () => {
  expect(sessions.unitsOf('am')).toEqual(['am']);
  expect(sessions.unitsOf('pm')).toEqual(['pm']);
  expect(sessions.unitsOf('full')).toEqual(['am', 'pm']);
});

test.each(['am', 'pm', 'full'] as const)('the claim %s is told from its units', (claim) => {
  expect(sessions.claimOf(sessions.unitsOf(claim))).toBe(claim);
});

test('the claim decides the session type', () => {
  expect(sessions.sessionTypeOf('am')).toBe('half-day');
  expect(sessions.sessionTypeOf('pm')).toBe('half-day');
  expect(sessions.sessionTypeOf('full')).toBe('full-day');
});

test('mornings run from 7 to 12, afternoons from 13 to 18, a full day through noon', () => {
  expect(sessions.hoursOf('am')).toEqual({ start: 7, end: 12 });
  expect(sessions.hoursOf('pm')).toEqual({ start: 13, end: 18 });
  expect(sessions.hoursOf('full')).toEqual({ start: 7, end: 18 });
  expect(sessions.OPENING_HOURS).toEqual({ start: 7, end: 18 });
});
