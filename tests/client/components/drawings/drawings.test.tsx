import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GroupDrawing } from '#client/components/drawings/service-groups.tsx';
import { WallDrawing } from '#client/components/drawings/wall.tsx';
import { SERVICE_GROUPS, type ServiceGroup } from '#shared/business/catalogue.ts';

const groups = Object.keys(SERVICE_GROUPS) as ServiceGroup[];

test('each service group has its own drawing', () => {
  const drawings = groups.map((group) => renderToStaticMarkup(<GroupDrawing group={group} />));
  expect(new Set(drawings).size).toBe(groups.length);
});

test('a drawing is hidden from screen readers, and takes its colors from the theme', () => {
  for (const drawing of [
    <WallDrawing key="wall" />,
    ...groups.map((group) => <GroupDrawing key={group} group={group} />),
  ]) {
    const html = renderToStaticMarkup(drawing);
    expect(html).toMatch(/^<svg aria-hidden="true"/);
    expect(html).not.toMatch(/(?:fill|stroke)="#/);
  }
});
