import { createMemoryHistory } from '@tanstack/react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { isDocument, loadDocuments } from '#client/shell/documents.ts';
import { INDEXED_PATHS } from '#shared/business/public-pages.ts';
import { newRouter } from '../new-router.ts';

const loaded: string[] = [];

beforeEach(() => {
  loaded.length = 0;
  const assign = (to: string) => void loaded.push(`push ${to}`);
  const replace = (to: string) => void loaded.push(`replace ${to}`);
  vi.stubGlobal('location', { href: 'https://halfday.example/login', assign, replace });
});

test('every page that search engines may list is a document, except the booking page; so is the not-found page', () => {
  const router = newRouter();
  const others = INDEXED_PATHS.filter((path) => !isDocument(router, path));
  expect(others).toEqual(['/book']);
  expect(isDocument(router, '/no/such/page')).toBe(true);
  for (const path of ['/login', '/app', '/app/nowhere', '/booking/b1', '/book/confirmation'])
    expect([path, isDocument(router, path)]).toEqual([path, false]);
});

test('the browser loads a document that the app navigates to, and the app goes to its own pages', () => {
  const history = createMemoryHistory({ initialEntries: ['/login'] });
  loadDocuments(newRouter(), history);
  history.push('/legal/privacy#choice');
  history.replace('/?a=1');
  expect(history.location.href).toBe('/login');
  history.push('/forgot-password');
  expect(history.location.href).toBe('/forgot-password');
  expect(loaded).toEqual(['push /legal/privacy#choice', 'replace /?a=1']);
});
