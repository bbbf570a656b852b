import { cleanLine } from '../typed-text.ts';
import { hasWords } from './service-words.ts';
import { SERVICE_GROUPS, type ServiceGroup, type Service } from './catalogue.ts';

export interface WorkPage {
  readonly group: ServiceGroup;
  readonly slug: string;
  readonly title: string;
  readonly lead: string;
  readonly halfDay: string;
  readonly ready: string;
  readonly limit: string;
}

const PAGES: Readonly<Record<ServiceGroup, Omit<WorkPage, 'group'>>> = {
  hanging: {
    slug: 'hanging-and-assembly',
    title: 'TV mounting, assembly, and odd jobs',
    lead: 'What goes on a wall goes into the studs, or on an anchor that’s made for that wall and that weight. What came flat in a box gets built, squared up, and tied to the wall if it could tip.',
    halfDay: 'A TV on its bracket, a wardrobe out of its boxes, and the pictures that have been leaning in the hall.',
    ready: 'The bracket that fits your TV, all the boxes in the room where they’ll stand, and a rough idea of heights.',
    limit: 'A new outlet behind the TV means new wiring. That’s for an electrician.',
  },
  walls: {
    slug: 'drywall-paint-and-tile',
    title: 'Drywall, paint, trim, and tile',
    lead: 'Holes patched and sanded so you can’t find them, then primed and painted. Baseboards cut to fit walls that aren’t straight. Grout and caulk taken out before new goes in.',
    halfDay: 'A doorknob hole and a few cracks patched and primed, or one tub stripped and caulked again.',
    ready: 'The paint, or the name and number of the color, and the furniture a few feet off the wall.',
    limit: 'Paint and patches need to dry. A second coat can mean a second visit, or the other half of a full day.',
  },
  openings: {
    slug: 'doors-and-windows',
    title: 'Doors, locks, screens, and blinds',
    lead: 'Doors that stick, drag, or won’t latch get planed, shimmed, or rehung. Locks get changed and lined up. Screens, blinds, and weatherstripping get measured at your window, not guessed.',
    halfDay: 'Two doors that stick, a new deadbolt, and the torn screen in the kitchen.',
    ready: 'New locks, blinds, or a pet door still in the box: we check that they fit before we cut anything.',
    limit: 'Whole new windows and exterior door frames are a job for a window contractor.',
  },
  water: {
    slug: 'kitchen-and-bath',
    title: 'Faucets, toilets, and vanities',
    lead: 'Drips stopped, faucets swapped, slow drains cleared, toilets that run or rock put right. A vanity out and a new one in. Grab bars anchored into the framing.',
    halfDay: 'A kitchen faucet, a toilet that runs all night, and new pulls on the cabinets.',
    ready: 'The new faucet or vanity, and the way to your shutoff valve. Turn it once before we come: old ones stick.',
    limit: 'Pipes inside walls, gas lines, and water heaters are for a plumber.',
  },
  electric: {
    slug: 'lights-fans-and-air',
    title: 'Lights, fans, outlets, and filters',
    lead: 'Lights, fans, outlets, and switches swapped on the wiring that’s there. Doorbells, thermostats, and detectors mounted and set up. Dryer vents brushed out to the outside wall.',
    halfDay: 'A ceiling fan where a light was, two dimmers, and the smoke detectors brought up to date.',
    ready: 'The new fixture, the Wi-Fi password if anything is smart, and a clear way to the breaker panel.',
    limit: 'New circuits, panels, and anything that needs a permit are for an electrician.',
  },
  outdoors: {
    slug: 'decks-fences-and-gutters',
    title: 'Decks, fences, gutters, and power washing',
    lead: 'Boards fastened, posts straightened, gates that swing again. Gutters emptied and downspouts flushed. Driveways and patios washed back to their own color.',
    halfDay: 'The gutters of a one-story house and a gate that drags, or a driveway washed down.',
    ready: 'A hose connection that works, cars off the driveway, and the dog indoors.',
    limit: 'Rain stops most outdoor work. If the forecast turns, move the visit before its last day for free changes.',
  },
};

export function workPageOf(group: ServiceGroup): WorkPage {
  return { group, ...PAGES[group] };
}

export const WORK_PAGES: readonly WorkPage[] = (Object.keys(SERVICE_GROUPS) as ServiceGroup[]).map(workPageOf);

export function workPageOfSlug(slug: string): WorkPage | null {
  return WORK_PAGES.find((page) => page.slug === slug) ?? null;
}

export const LONGEST_SEARCH = 60;

export function isFound({ title, description }: Service, text: string): boolean {
  return hasWords(`${title} ${description}`, cleanLine(text).slice(0, LONGEST_SEARCH));
}

export interface WorkSearch {
  readonly find?: string;
  readonly group?: ServiceGroup;
}

export function readWorkSearch({ find, group }: Record<string, unknown>): WorkSearch {
  const isGroup = (value: unknown): value is ServiceGroup =>
    typeof value === 'string' && Object.hasOwn(SERVICE_GROUPS, value);
  return {
    ...(typeof find === 'string' && find.trim() !== '' && { find: find.slice(0, LONGEST_SEARCH) }),
    ...(isGroup(group) && { group }),
  };
}
