/** SPEC.md section 1: 37 titles in the customer's words, and one for leftover time. Slugs are stored and never change. */

export interface Service {
  readonly slug: ServiceSlug;
  readonly title: string;
  readonly description: string;
  readonly group: ServiceGroup;
}

export const SERVICE_GROUPS = {
  hanging: 'Hanging, assembly, and odd jobs',
  walls: 'Walls and finishes',
  openings: 'Doors and windows',
  water: 'Kitchen and bath',
  electric: 'Lights, power, and air',
  outdoors: 'Outdoors',
} as const;
export type ServiceGroup = keyof typeof SERVICE_GROUPS;

/** By slug, in the order that the customer named them: group, title and description. */
const NAMED = {
  'drywall-repair': ['walls', 'Drywall Repair', 'Holes, dents and cracks patched, sanded and left ready for paint.'],
  'tv-mounting': ['hanging', 'TV Mounting', 'Bracket bolted to the studs, screen level, cables out of sight.'],
  'furniture-assembly': [
    'hanging',
    'Furniture Assembly',
    'Flat-pack furniture put together, squared up and anchored to the wall where needed.',
  ],
  painting: ['walls', 'Painting', 'A room, a door or touch-ups: masked, primed and painted.'],
  'ceiling-fan-installation': [
    'electric',
    'Ceiling Fan Installation',
    'Old fixture down, fan hung, balanced and wired to the existing supply.',
  ],
  'door-repairs': ['openings', 'Door Repairs', 'Doors that stick, sag or will not latch, planed and rehung.'],
  'light-fixture-installation': [
    'electric',
    'Light Fixture Installation',
    'Ceiling, wall and vanity lights swapped on existing wiring.',
  ],
  'faucet-sink-repairs': ['water', 'Faucet & Sink Repairs', 'Drips stopped, faucets changed, slow drains cleared.'],
  'toilet-repair-installation': [
    'water',
    'Toilet Repair & Installation',
    'Running or rocking toilets fixed, or the whole bowl replaced.',
  ],
  'outlet-switch-replacement': [
    'electric',
    'Outlet & Switch Replacement',
    'Worn outlets, switches and dimmers replaced with the same kind.',
  ],
  'deck-patio-maintenance': [
    'outdoors',
    'Deck & Patio Maintenance',
    'Loose boards fastened, rails tightened, wood cleaned and sealed.',
  ],
  'power-washing': ['outdoors', 'Power Washing', 'Driveways, walls and patios washed down to their own color.'],
  'gutter-cleaning': ['outdoors', 'Gutter Cleaning', 'Leaves out, downspouts flushed, loose brackets refastened.'],
  'smart-device-setup': [
    'electric',
    'Smart Device Setup',
    'Thermostats, doorbells, cameras and locks installed and connected.',
  ],
  'fence-gate-repair': ['outdoors', 'Fence & Gate Repair', 'Broken pickets, leaning posts and gates that drag.'],
  'baseboard-trim': ['walls', 'Baseboard & Trim', 'Baseboards, casing and crown cut, fitted and filled.'],
  'caulking-sealing': ['walls', 'Caulking & Sealing', 'Tubs, sinks, counters and windows stripped and sealed again.'],
  'window-screens': ['openings', 'Window Screens', 'Torn mesh replaced, bent frames straightened or rebuilt.'],
  'picture-art-hanging': ['hanging', 'Picture/Art Hanging', 'One frame or a whole wall, measured, level and secure.'],
  'mirror-hanging': ['hanging', 'Mirror Hanging', 'Heavy mirrors hung on hardware rated for their weight.'],
  'bathroom-vanity-installation': [
    'water',
    'Bathroom Vanity Installation',
    'Old vanity out, new one set, sealed and reconnected.',
  ],
  'lock-handle-replacement': [
    'openings',
    'Lock & Handle Replacement',
    'Deadbolts, knobs and levers changed and aligned.',
  ],
  'blind-shade-installation': [
    'openings',
    'Blind & Shade Installation',
    'Blinds and shades measured, mounted and set to run straight.',
  ],
  'tile-grout-repair': [
    'walls',
    'Tile & Grout Repair',
    'Cracked tiles replaced, crumbling grout raked out and renewed.',
  ],
  weatherstripping: ['openings', 'Weatherstripping', 'Drafts around doors and windows closed off.'],
  'grab-bars-safety-rails': [
    'water',
    'Grab Bars & Safety Rails',
    'Bars and rails anchored into framing, where a hand reaches for them.',
  ],
  'smoke-co2-detectors': ['electric', 'Smoke & CO2 Detectors', 'Detectors placed, mounted, tested and dated.'],
  'holiday-light-hanging': [
    'outdoors',
    'Holiday Light Hanging',
    'Lights up along eaves and trees, and down again when you book it.',
  ],
  'dryer-vent-cleaning': [
    'electric',
    'Dryer Vent Cleaning',
    'Lint brushed and vacuumed out from the dryer to the outside wall.',
  ],
  'pet-door-installation': [
    'openings',
    'Pet Door Installation',
    'Opening cut to size in a door or wall, flap set and sealed.',
  ],
  'kitchen-cabinet-hardware': [
    'water',
    'Kitchen Cabinet Hardware',
    'Knobs, pulls, hinges and slides changed and lined up.',
  ],
  'wall-anchor-installation': [
    'hanging',
    'Wall Anchor Installation',
    'The right anchor for the wall and the load, set once.',
  ],
  'closet-organization': ['hanging', 'Closet Organization', 'Rods, shelves and drawer units planned and put in.'],
  'air-filter-replacement': [
    'electric',
    'Air Filter Replacement',
    'Filters of heating and cooling checked, sized and changed.',
  ],
  'mailbox-installation': ['outdoors', 'Mailbox Installation', 'Post set plumb, or box mounted to the wall.'],
  'screen-door-installation': [
    'openings',
    'Screen Door Installation',
    'Hinged or sliding screen doors hung and adjusted to close.',
  ],
  'curtains-shelving': ['hanging', 'Curtains & Shelving', 'Rods and shelves level, into studs or proper anchors.'],
  'small-repairs-odd-jobs': [
    'hanging',
    'Small Repairs & Odd Jobs',
    'The rest of the list: what squeaks, wobbles, drips or came loose.',
  ],
} as const satisfies Readonly<Record<string, readonly [ServiceGroup, string, string]>>;

export type ServiceSlug = keyof typeof NAMED;

export const SERVICES: readonly Service[] = Object.entries(NAMED).map(([slug, [group, title, description]]) => ({
  slug: slug as ServiceSlug,
  title,
  description,
  group,
}));

const BY_SLUG: ReadonlyMap<string, Service> = new Map<string, Service>(
  SERVICES.map((service) => [service.slug, service]),
);

export function isServiceSlug(value: unknown): value is ServiceSlug {
  return typeof value === 'string' && BY_SLUG.has(value);
}

/** The slug itself if the service is no longer offered. */
export function serviceTitle(slug: string): string {
  return BY_SLUG.get(slug)?.title ?? slug;
}

export function servicesIn(group: ServiceGroup): Service[] {
  return SERVICES.filter((service) => service.group === group);
}
