/**
 * One for each page, in the light theme. The build draws them into files (`server/build/pictures.ts`); no page loads this module.
 */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SERVICES } from '#shared/business/catalogue.ts';
import { CITIES } from '#shared/business/cities.ts';
import { PLACES } from '#shared/business/places.ts';
import { areaPath, workPath } from '#shared/business/public-pages.ts';
import { WORK_PAGES } from '#shared/business/work.ts';
import { PALETTE } from '#shared/palette.ts';
import { OPENING_HOURS } from '#shared/booking/session-type.ts';
import { AreaMap } from '../../components/drawings/area-map.tsx';
import { GroupDrawing } from '../../components/drawings/service-groups.tsx';
import { WallDrawing } from '../../components/drawings/wall.tsx';
import { CARD_SIZE, cardPath } from '../../shell/page-head.ts';

export interface SocialCard {
  readonly path: string;
  readonly svg: string;
}

interface Content {
  readonly title: string;
  readonly note: string;
  readonly drawing: ReactNode;
}

const { width: WIDTH, height: HEIGHT } = CARD_SIZE;
const MARGIN = 64;
const BOX = { x: 668, y: 96, width: 468, height: 330 };

/** That fit beside the drawing. */
const LINE = 19;

const INK = PALETTE.ink.light;
const PENCIL = PALETTE.pencil.light;

const STYLE = `
  svg { color: ${INK} }
  .text-ink { color: ${INK} } .text-pencil { color: ${PENCIL} } .text-edge { color: ${PALETTE.edge.light} }
  .fill-paper { fill: ${PALETTE.paper.light} } .fill-ink { fill: ${INK} } .fill-pencil { fill: ${PENCIL} }
`;

function lines(text: string): string[] {
  const all: string[] = [];
  for (const word of text.split(' ')) {
    const last = all.at(-1);
    if (last !== undefined && last.length + word.length < LINE) all[all.length - 1] = `${last} ${word}`;
    else all.push(word);
  }
  return all;
}

function DayRuler() {
  const { start, end } = OPENING_HOURS;
  const step = (WIDTH - 2 * MARGIN) / (end - start);
  const at = (hour: number) => MARGIN + (hour - start) * step;
  const y = 560;
  return (
    <g stroke={INK} strokeWidth="2" fill={INK}>
      <path d={`M${at(start)} ${y}H${at(end)}`} />
      {Array.from({ length: end - start + 1 }, (_, index) => start + index).map((hour) => (
        <g key={hour}>
          <path d={`M${at(hour)} ${y - (hour % 6 === 1 ? 22 : 12)}V${y}`} />
          <text x={at(hour)} y={y + 30} textAnchor="middle" fontSize="22" stroke="none" fill={PENCIL}>
            {String(hour > 12 ? hour - 12 : hour)}
          </text>
        </g>
      ))}
    </g>
  );
}

function Card({ title, note, drawing }: Content) {
  const heading = lines(title);
  const size = heading.length > 3 ? 66 : 76;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <style>{STYLE}</style>
      <rect width={WIDTH} height={HEIGHT} fill={PALETTE.paper.light} />
      <rect x="24" y="24" width={WIDTH - 48} height={HEIGHT - 48} fill="none" stroke={INK} strokeWidth="2" />
      <path d={`M24 24h168v8H24z`} fill={PALETTE.accent.light} />
      <g fontFamily="Barlow Semi Condensed" fontWeight="600" fill={INK}>
        {heading.map((line, index) => (
          <text key={line} x={MARGIN} y={146 + index * size * 1.08} fontSize={size}>
            {line}
          </text>
        ))}
        <text x={MARGIN} y={146 + (heading.length - 1) * size * 1.08 + 64} fontSize="34" fill={PENCIL}>
          {note}
        </text>
        <svg {...BOX} fontFamily="Barlow Semi Condensed">
          {drawing}
        </svg>
        <text x={MARGIN} y="504" fontSize="34">
          Half day or full day, one price each
        </text>
        <DayRuler />
      </g>
    </svg>
  );
}

const WALL = <WallDrawing />;
const MAP = <AreaMap place={null} />;
const PLACES_NOTE = `${CITIES.length} cities and towns`;

const PAGES: Readonly<Record<string, Content>> = {
  '/': {
    title: 'A handyman, by the half day or the day',
    note: `From ${CITIES[0]} to ${CITIES.at(-1)}`,
    drawing: WALL,
  },
  '/book': { title: 'Pick a time', note: 'Every open half day and full day', drawing: WALL },
  '/pricing': { title: 'Two lengths, two prices', note: 'The same every day of the week', drawing: WALL },
  '/about': { title: 'One list, one visit, your order', note: PLACES_NOTE, drawing: <GroupDrawing group="openings" /> },
  '/services': { title: `${SERVICES.length} kinds of work`, note: 'As many as fit', drawing: WALL },
  '/areas': { title: 'Where we come', note: PLACES_NOTE, drawing: MAP },
  '/legal/terms': { title: 'Terms of booking', note: 'In plain words', drawing: WALL },
  '/legal/accessibility': { title: 'Accessibility', note: 'For everyone', drawing: WALL },
  '/legal/privacy': { title: 'Privacy notice', note: 'In plain words', drawing: WALL },
};

/** For every page that search engines may list. */
export function socialCards(): SocialCard[] {
  const contents: Readonly<Record<string, Content>> = {
    ...PAGES,
    ...Object.fromEntries(
      WORK_PAGES.map((work) => [
        workPath(work),
        { title: work.title, note: 'By the half day or the day', drawing: <GroupDrawing group={work.group} /> },
      ]),
    ),
    ...Object.fromEntries(
      PLACES.map((place) => [
        areaPath(place),
        { title: `Handyman in ${place.city}`, note: place.county, drawing: <AreaMap place={place} /> },
      ]),
    ),
  };
  return Object.entries(contents).map(([page, content]) => ({
    path: cardPath(page),
    svg: renderToStaticMarkup(<Card {...content} />),
  }));
}
