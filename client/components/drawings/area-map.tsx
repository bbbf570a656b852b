import { PLACES, type Place } from '#shared/business/places.ts';
import { Drawing, type DrawingLook } from './drawing.tsx';

const WIDTH = 600;
const HEIGHT = 320;
/** Degrees at the left and upper edges, and units a degree of latitude; one of longitude is shorter here. */
const WEST = -119.93;
const NORTH = 34.55;
const SCALE = 580;
const SHORTER = 0.826;

/** Latitude and longitude, from west to east. */
const COAST = [
  [34.437, -119.93],
  [34.405, -119.88],
  [34.407, -119.84],
  [34.416, -119.79],
  [34.396, -119.73],
  [34.411, -119.69],
  [34.419, -119.63],
  [34.409, -119.56],
  [34.386, -119.51],
  [34.342, -119.42],
  [34.283, -119.32],
  [34.243, -119.27],
  [34.171, -119.24],
  [34.143, -119.21],
  [34.105, -119.12],
  [34.084, -119.06],
  [34.047, -118.95],
  [34.02, -118.83],
] as const;

function placed([latitude, longitude]: readonly [number, number]): readonly [x: number, y: number] {
  return [Math.round((longitude - WEST) * SHORTER * SCALE), Math.round((NORTH - latitude) * SCALE)];
}

const COAST_LINE = `M${COAST.map((point) => placed(point).join(' ')).join('L')}`;

/** Names the city of the page, and fills its neighbors. */
export function AreaMap({ place, ...look }: DrawingLook & { readonly place: Place | null }) {
  const [x, y] = place ? placed(place.at) : [0, 0];
  const isRight = x > WIDTH * 0.7;
  return (
    <Drawing width={WIDTH} height={HEIGHT} {...look}>
      <path d={COAST_LINE} />
      <path d={COAST_LINE} transform="translate(-7 9)" strokeWidth="1" className="text-edge" />
      {PLACES.map((each) => {
        const [cx, cy] = placed(each.at);
        const isNear = place?.near.includes(each.city) ?? false;
        return <circle key={each.city} cx={cx} cy={cy} r="4" className={isNear ? 'fill-ink' : 'fill-paper'} />;
      })}
      {place ? (
        <>
          <circle cx={x} cy={y} r="5" className="fill-ink" />
          <circle cx={x} cy={y} r="12" strokeWidth="1" className="text-pencil" />
          <path d={`M${x} ${y - 12}V26`} strokeWidth="1" className="text-pencil" />
          <text
            x={x}
            y={18}
            textAnchor={isRight ? 'end' : 'start'}
            stroke="none"
            fontSize="22"
            className="fill-ink font-heading"
          >
            {place.city}
          </text>
        </>
      ) : null}
    </Drawing>
  );
}
