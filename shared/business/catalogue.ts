/** SPEC.md section 1: 37 titles in the customer's words, and one for leftover time. Slugs are stored and never change. */

export interface Service {
  readonly slug: string;
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

export const SERVICES = [
  {
    slug: 'drywall-repair',
    title: 'Drywall Repair',
    description: 'Holes, dents and cracks patched, sanded and left ready for paint.',
    group: 'walls',
  },
  {
    slug: 'tv-mounting',
    title: 'TV Mounting',
    description: 'Bracket bolted to the studs, screen level, cables out of sight.',
    group: 'hanging',
  },
  {
    slug: 'furniture-assembly',
    title: 'Furniture Assembly',
    description: 'Flat-pack furniture put together, squared up and anchored to the wall where needed.',
    group: 'hanging',
  },
  {
    slug: 'painting',
    title: 'Painting',
    description: 'A room, a door or touch-ups: masked, primed and painted.',
    group: 'walls',
  },
  {
    slug: 'ceiling-fan-installation',
    title: 'Ceiling Fan Installation',
    description: 'Old fixture down, fan hung, balanced and wired to the existing supply.',
    group: 'electric',
  },
  {
    slug: 'door-repairs',
    title: 'Door Repairs',
    description: 'Doors that stick, sag or will not latch, planed and rehung.',
    group: 'openings',
  },
  {
    slug: 'light-fixture-installation',
    title: 'Light Fixture Installation',
    description: 'Ceiling, wall and vanity lights swapped on existing wiring.',
    group: 'electric',
  },
  {
    slug: 'faucet-sink-repairs',
    title: 'Faucet & Sink Repairs',
    description: 'Drips stopped, faucets changed, slow drains cleared.',
    group: 'water',
  },
  {
    slug: 'toilet-repair-installation',
    title: 'Toilet Repair & Installation',
    description: 'Running or rocking toilets fixed, or the whole bowl replaced.',
    group: 'water',
  },
  {
    slug: 'outlet-switch-replacement',
    title: 'Outlet & Switch Replacement',
    description: 'Worn outlets, switches and dimmers replaced with the same kind.',
    group: 'electric',
  },
  {
    slug: 'deck-patio-maintenance',
    title: 'Deck & Patio Maintenance',
    description: 'Loose boards fastened, rails tightened, wood cleaned and sealed.',
    group: 'outdoors',
  },
  {
    slug: 'power-washing',
    title: 'Power Washing',
    description: 'Driveways, walls and patios washed down to their own color.',
    group: 'outdoors',
  },
  {
    slug: 'gutter-cleaning',
    title: 'Gutter Cleaning',
    description: 'Leaves out, downspouts flushed, loose brackets refastened.',
    group: 'outdoors',
  },
  {
    slug: 'smart-device-setup',
    title: 'Smart Device Setup',
    description: 'Thermostats, doorbells, cameras and locks installed and connected.',
    group: 'electric',
  },
  {
    slug: 'fence-gate-repair',
    title: 'Fence & Gate Repair',
    description: 'Broken pickets, leaning posts and gates that drag.',
    group: 'outdoors',
  },
  {
    slug: 'baseboard-trim',
    title: 'Baseboard & Trim',
    description: 'Baseboards, casing and crown cut, fitted and filled.',
    group: 'walls',
  },
  {
    slug: 'caulking-sealing',
    title: 'Caulking & Sealing',
    description: 'Tubs, sinks, counters and windows stripped and sealed again.',
    group: 'walls',
  },
  {
    slug: 'window-screens',
    title: 'Window Screens',
    description: 'Torn mesh replaced, bent frames straightened or rebuilt.',
    group: 'openings',
  },
  {
    slug: 'picture-art-hanging',
    title: 'Picture/Art Hanging',
    description: 'One frame or a whole wall, measured, level and secure.',
    group: 'hanging',
  },
  {
    slug: 'mirror-hanging',
    title: 'Mirror Hanging',
    description: 'Heavy mirrors hung on hardware rated for their weight.',
    group: 'hanging',
  },
  {
    slug: 'bathroom-vanity-installation',
    title: 'Bathroom Vanity Installation',
    description: 'Old vanity out, new one set, sealed and reconnected.',
    group: 'water',
  },
  {
    slug: 'lock-handle-replacement',
    title: 'Lock & Handle Replacement',
    description: 'Deadbolts, knobs and levers changed and aligned.',
    group: 'openings',
  },
  {
    slug: 'blind-shade-installation',
    title: 'Blind & Shade Installation',
    description: 'Blinds and shades measured, mounted and set to run straight.',
    group: 'openings',
  },
  {
    slug: 'tile-grout-repair',
    title: 'Tile & Grout Repair',
    description: 'Cracked tiles replaced, crumbling grout raked out and renewed.',
    group: 'walls',
  },
  {
    slug: 'weatherstripping',
    title: 'Weatherstripping',
    description: 'Drafts around doors and windows closed off.',
    group: 'openings',
  },
  {
    slug: 'grab-bars-safety-rails',
    title: 'Grab Bars & Safety Rails',
    description: 'Bars and rails anchored into framing, where a hand reaches for them.',
    group: 'water',
  },
  {
    slug: 'smoke-co2-detectors',
    title: 'Smoke & CO2 Detectors',
    description: 'Detectors placed, mounted, tested and dated.',
    group: 'electric',
  },
  {
    slug: 'holiday-light-hanging',
    title: 'Holiday Light Hanging',
    description: 'Lights up along eaves and trees, and down again when you book it.',
    group: 'outdoors',
  },
  {
    slug: 'dryer-vent-cleaning',
    title: 'Dryer Vent Cleaning',
    description: 'Lint brushed and vacuumed out from the dryer to the outside wall.',
    group: 'electric',
  },
  {
    slug: 'pet-door-installation',
    title: 'Pet Door Installation',
    description: 'Opening cut to size in a door or wall, flap set and sealed.',
    group: 'openings',
  },
  {
    slug: 'kitchen-cabinet-hardware',
    title: 'Kitchen Cabinet Hardware',
    description: 'Knobs, pulls, hinges and slides changed and lined up.',
    group: 'water',
  },
  {
    slug: 'wall-anchor-installation',
    title: 'Wall Anchor Installation',
    description: 'The right anchor for the wall and the load, set once.',
    group: 'hanging',
  },
  {
    slug: 'closet-organization',
    title: 'Closet Organization',
    description: 'Rods, shelves and drawer units planned and put in.',
    group: 'hanging',
  },
  {
    slug: 'air-filter-replacement',
    title: 'Air Filter Replacement',
    description: 'Filters of heating and cooling checked, sized and changed.',
    group: 'electric',
  },
  {
    slug: 'mailbox-installation',
    title: 'Mailbox Installation',
    description: 'Post set plumb, or box mounted to the wall.',
    group: 'outdoors',
  },
  {
    slug: 'screen-door-installation',
    title: 'Screen Door Installation',
    description: 'Hinged or sliding screen doors hung and adjusted to close.',
    group: 'openings',
  },
  {
    slug: 'curtains-shelving',
    title: 'Curtains & Shelving',
    description: 'Rods and shelves level, into studs or proper anchors.',
    group: 'hanging',
  },
  {
    slug: 'small-repairs-odd-jobs',
    title: 'Small Repairs & Odd Jobs',
    description: 'The rest of the list: what squeaks, wobbles, drips or came loose.',
    group: 'hanging',
  },
] as const satisfies readonly Service[];

export type ServiceSlug = (typeof SERVICES)[number]['slug'];

const BY_SLUG: ReadonlyMap<string, Service> = new Map(SERVICES.map((service) => [service.slug, service]));

export function isServiceSlug(value: unknown): value is ServiceSlug {
  return typeof value === 'string' && BY_SLUG.has(value);
}

/** The slug itself if the service is no longer offered. */
export function serviceTitle(slug: string): string {
  return BY_SLUG.get(slug)?.title ?? slug;
}

export function servicesIn(group: ServiceGroup): (typeof SERVICES)[number][] {
  return SERVICES.filter((service) => service.group === group);
}
