import { MORNING } from './world.ts';

/** A booking that the owner takes by phone. */
export const PHONE_CALL = {
  ...MORNING,
  area: 'Ojai',
  tasks: [] as never[],
  address: '9 Oak Rd',
  name: 'Carla Diaz',
  email: '',
  phone: '(805) 555-0142',
  notes: '',
  key: '00000000-0000-4000-8000-000000000001',
} as const;
