/** Each threat of docs/promises.md, with its tests. To add one, write it in the file of its subject, and a line here and there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROXIES } from '../proxies.ts';
import { AttackedSite, type Threat, type Threats } from './attacked-site.ts';
import * as data from './data.ts';
import * as limits from './limits.ts';
import * as outside from './outside.ts';
import * as pages from './pages.ts';
import * as requests from './requests.ts';
import * as rights from './rights.ts';
import * as signIn from './sign-in.ts';
import * as sizes from './sizes.ts';

/** By the file of their tests. */
export const THREATS: Readonly<Record<string, Readonly<Record<string, Threats>>>> = {
  'sign-in.ts': {
    'Open redirects': signIn.openRedirects,
    'Telling who has an account': signIn.enumeration,
    'Stolen sessions': signIn.stolenSessions,
    'Cookies that the site didn’t write': signIn.forgedCookies,
    'Addresses that look alike': signIn.addressesThatLookAlike,
  },
  'rights.ts': {
    'Races for the first or last admin': rights.firstAndLastAdmin,
    'Rights that have ended': rights.staleRights,
    'Other customers’ bookings': rights.otherPeoplesBookings,
    'Old pages of an account that was signed in': rights.pagesOfOtherAccounts,
  },
  'requests.ts': {
    'Forms of other sites (CSRF)': requests.crossSiteRequests,
    'Unknown fields': requests.unknownFields,
    'A request sent twice': requests.doingItTwice,
    'A forged host name': requests.forgedHosts,
    'Clients in other time zones': requests.times,
    'Information in errors': requests.errors,
  },
  'limits.ts': {
    'Guessed passwords and secrets': limits.guessing,
    'A forged client address': limits.forgedAddresses,
    'Password hashing as denial of service': limits.hashing,
    'Slow clients and crowds': limits.slowClients,
  },
  'sizes.ts': {
    'Oversized and malformed requests': sizes.oversizedRequests,
  },
  'pages.ts': {
    'Scripts in typed text (XSS)': pages.scriptsInText,
    'Data in pages': pages.dataInPages,
    'Injection into other programs': pages.otherPrograms,
    'Secrets in files for browsers': pages.secretsInFiles,
    'Secrets in referrers': pages.referrers,
  },
  'outside.ts': {
    Uploads: outside.uploads,
    'Forged or repeated notices': outside.forgedNotices,
    'A wrong amount paid': outside.wrongAmounts,
  },
  'data.ts': {
    'Other users of the machine': data.privateFiles,
    'Personal data in the log': data.personalData,
    'Remains of a forgotten person': data.forgottenPeople,
  },
};

/** Threats that a proxy can change: it rewrites headers and paths, reads bodies first, and opens connections of its own. */
const CHANGED_BY_PROXIES: ReadonlySet<Threats> = new Set([
  requests.forgedHosts,
  limits.forgedAddresses,
  limits.slowClients,
  sizes.oversizedRequests,
  pages.secretsInFiles,
]);

/**
 * The tests of a threat that run behind a proxy, or without one: all without one and where a proxy can change them; of the other threats, the
 * first test behind nginx.
 */
function testsBehind(program: string | null, [name, threats]: [string, Threats]): [string, string, Threat][] {
  const tests = Object.entries(threats).map(([sentence, threat]): [string, string, Threat] => [name, sentence, threat]);
  if (program === null || CHANGED_BY_PROXIES.has(threats)) return tests;
  return program === 'nginx' ? tests.slice(0, 1) : [];
}

/** Tests the threats against a server behind a proxy that is configured as in docs/deploying.md, or without one. */
export function testThreats(program: string | null): void {
  const proxy = PROXIES.find((each) => each.program === program) ?? null;
  describe.runIf(proxy?.isInstalled ?? true)(`behind ${program ?? 'no proxy'}`, () => {
    const site = new AttackedSite();
    beforeAll(() => site.open(proxy));
    afterAll(() => site.close());

    const rows = Object.values(THREATS).flatMap(Object.entries<Threats>);
    const tests = rows.flatMap((row) => testsBehind(program, row));
    test.each(tests)('%s: %s', async (_name, _sentence, threat) => {
      await expect(threat(site)).resolves.toBeUndefined();
    });
  });
}
