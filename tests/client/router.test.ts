import { expect, test } from 'vitest';
import { guard } from '#client/shell/session.ts';
import { publicPageAt } from '#server/web/render/public-pages.ts';
import { AREA_PATHS, WORK_PATHS } from '#shared/business/public-pages.ts';
import { newRouter } from './new-router.ts';

const router = newRouter();

test('every page of the signed-in area has its guard', () => {
  const area = Object.values(router.routesById).filter(({ fullPath }) => /^\/app(?:\/|$)/.test(fullPath));
  const pages = area.filter(({ children }) => children === undefined);
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter(({ options }) => options.beforeLoad !== guard).map(({ id }) => id)).toEqual([]);
});

test('the server knows the address of every route', () => {
  const examples = new Map([
    ['/services/$group', WORK_PATHS[0]],
    ['/areas/$city', AREA_PATHS[0]],
  ]);
  const routes = Object.keys(router.routesByPath).filter((route) => route !== '/$');
  const unknown = routes.filter((route) => {
    const path = examples.get(route) ?? route.replaceAll(/\$\w*/g, 'x');
    return publicPageAt(path, '')?.status === 404;
  });
  expect(routes.length).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});
