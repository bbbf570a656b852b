import type { ReactElement } from 'react';
import type { ServiceGroup } from '#shared/business/catalogue.ts';
import { HorizontalDimension, Drawing, type DrawingLook, Ground, DashedLine, VerticalDimension } from './drawing.tsx';

const picket = (x: number) => `M${x} 106V40L${x + 7} 32L${x + 14} 40V106`;

/** Hatches the cut wall beside the door. */
const cut = (from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / 7) }, (_, index) => `M${from + 7 + index * 7} 84l-7 12`).join('');

/** All of one size. */
const GROUPS: Readonly<Record<ServiceGroup, ReactElement>> = {
  hanging: (
    <>
      <path d="M16 36H144V108H16Z" />
      <path d="M20 40H140V102H20Z" strokeWidth="1" />
      <DashedLine d="M80 30V120M8 71H152M56 56H104V86H56Z" />
      <HorizontalDimension from={16} to={144} at={22} reach={32} text="48″" />
    </>
  ),
  walls: (
    <>
      <rect x="30" y="34" width="80" height="22" rx="3" />
      <path d="M36 34V56M104 34V56" strokeWidth="1" />
      <path d="M110 45H124V70H70V80M64 80H76V116Q70 121 64 116Z" />
      <path
        d="M34 62V110M42 62V96M50 62V116M58 62V104M82 76V112M90 76V100M98 76V118M106 76V106"
        strokeWidth="1"
        className="text-edge"
      />
      <HorizontalDimension from={30} to={110} at={20} reach={30} text="9″" />
    </>
  ),
  openings: (
    <>
      <path d="M8 84H38V96H8M152 84H116V96H152" />
      <path d={cut(10, 38) + cut(118, 152)} strokeWidth="1" className="text-edge" />
      <path d="M38 84V8H43V84Z" />
      <path d="M43 8.500A75 75 0 0 1 116 84" strokeWidth="1" strokeDasharray="5 4" className="text-pencil" />
      <path d="M38 96H116" strokeWidth="1" className="text-edge" />
      <HorizontalDimension from={38} to={116} at={118} reach={100} text="32″" />
    </>
  ),
  water: (
    <>
      <Ground from={12} to={148} y={106} />
      <path d="M48 106V58A28 28 0 0 1 104 58V64H90V58A14 14 0 0 0 62 58V106" className="fill-paper" />
      <path d="M42 106V101H68V106M88 64H106V69H88Z" className="fill-paper" />
      <path d="M50 74H60V94H50ZM50 80l6-6M50 87l10-10M50 94l10-10M55 94l5-5" strokeWidth="1" />
      <path d="M48 82 24 74q-5-2-3.5-6.5 2-4 7-2L48 72" />
      <path d="M97 78q-5 7-5 9.500a5 5 0 0 0 10 0Q102 85 97 78Z" />
      <DashedLine d="M55 22V126" />
      <VerticalDimension from={69} to={106} at={136} reach={110} text="6″" />
    </>
  ),
  electric: (
    <>
      <Ground from={24} to={136} y={18} down={false} />
      <path d="M70 18H90L86 26H74Z" />
      <path d="M78 26V46M82 26V46M62 46H98V58H62Z" />
      <path d="M62 50 8 53V56L62 54M98 50 152 53V56L98 54" />
      <path d="M66 58Q67 72 80 72 93 72 94 58" />
      <DashedLine d="M80 12V96" />
      <HorizontalDimension from={8} to={152} at={112} reach={62} text="52″" />
    </>
  ),
  outdoors: (
    <>
      <path d="M6 54H124M6 60H124M6 88H124M6 94H124" />
      {[12, 34, 78, 100].map((x) => (
        <path key={x} d={picket(x)} className="fill-paper" />
      ))}
      <path d={picket(56)} strokeDasharray="5 4" strokeWidth="1" className="text-pencil" />
      <Ground from={2} to={128} y={106} />
      <VerticalDimension from={32} to={106} at={148} reach={122} text="42″" />
    </>
  ),
};

export function GroupDrawing({ group, ...look }: DrawingLook & { readonly group: ServiceGroup }) {
  return (
    <Drawing width={160} height={128} {...look}>
      {GROUPS[group]}
    </Drawing>
  );
}
