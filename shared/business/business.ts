export const POSTAL_CODE = '93004';
export const COORDINATES = { latitude: 34.28, longitude: -119.17 } as const;
export const PRICE_RANGE = '$$';

export const HOLD_MINUTES = 30;

export const UNUSED_DATA_DAYS = 30;

export const ADVISED_NOTICE_HOURS = { least: 24, better: 48 } as const;
