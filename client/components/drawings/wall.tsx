import {
  HorizontalDimension,
  Drawing,
  type DrawingLook,
  Ground,
  DashedLine,
  Note,
  VerticalDimension,
} from './drawing.tsx';

/** Beyond every box in which it is drawn. */
const FAR = 1000;

/** Four units an inch. In a wider box the wall continues, so that text beside the drawing is on the wall, too. */
export function WallDrawing(look: DrawingLook) {
  return (
    <Drawing width={444} height={362} preserveAspectRatio="xMinYMax" {...look}>
      <g transform="translate(-22 0)">
        {[120, 184, 248, 312].map((x) => (
          <DashedLine key={x} d={`M${x} 34V338`} />
        ))}
        {[120, 184, 248].map((x) => (
          <HorizontalDimension key={x} from={x} to={x + 64} at={24} reach={34} text="16″" />
        ))}
        <path d="M168 136V64H264V136Z" className="fill-paper" />
        <rect x="176" y="72" width="80" height="56" strokeWidth="1" />
        <path d="M176 116q18-26 34-8 22-30 46 2" strokeWidth="1" />
        <circle cx="238" cy="88" r="6" strokeWidth="1" />
        <path d="M96 176H336V182H96Z" className="fill-paper" />
        <Bracket x={120} />
        <Bracket x={312} />
        <g className="fill-paper">
          <path d="M108 176V138H118V176ZM118 176V144H126V176ZM126 176V134H138V176ZM138 176V141H145V176Z" />
          <path d="M158.5 176 166 174.2 157.5 139.8 150 141.600Z" />
          <path d="M111 145h4M129 141h6M129 168h6" strokeWidth="1" />
          <rect x="186" y="168" width="72" height="8" />
        </g>
        <rect x="214" y="169.5" width="16" height="5" rx="2.5" strokeWidth="1" />
        <path d="M219 169.500v5m6-5v5" strokeWidth="1" />
        <path d="M282 156H308L304.5 176H285.500Z" className="fill-paper" />
        <path d="M295 156V132M295 148q-16-2-17-16 15 1 17 16M295 142q15-3 15-17-14 2-15 17M295 132q-7-8-1-19 8 9 1 19" />
        <HorizontalDimension from={120} to={312} at={246} reach={226} text="48″" />
        <path d="M318 212 350 226" strokeWidth="1" className="text-pencil" />
        <Note x={354} y={232}>
          into the stud
        </Note>
        <path d={`M40 338H${FAR}`} />
        <rect x="344" y="296" width="13" height="20" rx="1.5" />
        <path d="M349 302v3m3-3v3M349 308v3m3-3v3" strokeWidth="1" />
        <path d="M148 322H216V352H148Z" className="fill-paper" />
        <path d="M148 332H216M166 322V313H198V322M176 329.500h12v5h-12Z" />
        <Ground from={24} to={FAR} y={352} />
        <VerticalDimension from={176} to={352} at={448} reach={342} text="44″" />
      </g>
    </Drawing>
  );
}

function Bracket({ x }: { readonly x: number }) {
  return (
    <>
      <rect x={x - 4} y="182" width="8" height="40" className="fill-paper" />
      <circle cx={x} cy="196" r="1" />
      <circle cx={x} cy="212" r="1" />
    </>
  );
}
