import { describe, expect, test } from 'vitest';
import { type BookingEvent, bookingType } from '#events/booking/booking.ts';
import { holdSlot, reviseHold } from '#events/booking/holding.ts';
import { photosReplaced } from '#events/booking/photo-list.ts';
import { addPhotos, canAddPhotos, removePhoto } from '#events/booking/photos.ts';
import { dayType } from '#events/day.ts';
import { fold } from '#events/event.ts';
import { MOST_PHOTOS } from '#shared/booking/photos.ts';
import { EVERY_EVENT } from '../every-event.ts';
import * as facts from '../facts.ts';
import { frozen } from '../given.ts';

const { DATE, HALF_AN_HOUR_LATER, NOW, ZONE, at, slotHeld } = facts;
const TIME = { now: NOW, timeZone: ZONE };
const CONFIRMED = facts.bookingConfirmed('am');
const FORGOTTEN = EVERY_EVENT.CustomerForgotten;

function photo(id: string) {
  return { id, width: 1600, height: 1200 };
}

function added(...ids: string[]): BookingEvent {
  return { type: 'PhotosAdded', data: { photos: ids.map(photo) } };
}

function after(...events: BookingEvent[]) {
  return { booking: fold(bookingType, frozen(events)) };
}

const HELD = [slotHeld('am')];
const BOOKED = [slotHeld('am'), CONFIRMED];

describe('adding photos', () => {
  test.each([
    ['a held booking', HELD],
    ['a booked visit', BOOKED],
  ])('to %s records those that are new', (_, events) => {
    expect(addPhotos(after(...events, added('f1')), [photo('f1'), photo('f2')], TIME)).toEqual({
      booking: [added('f2')],
    });
    expect(addPhotos(after(...events, added('f1')), [photo('f1')], TIME)).toEqual({ booking: [] });
  });

  test('records a photo once that was named several times', () => {
    const named = Array.from({ length: MOST_PHOTOS + 1 }, () => photo('f1'));
    expect(addPhotos(after(...BOOKED), named, TIME)).toEqual({ booking: [added('f1')] });
  });

  test('stops at six: one more is refused with all that came with it, and a removed one makes room', () => {
    const six = Array.from({ length: MOST_PHOTOS }, (_, index) => `f${index}`);
    const full = [...BOOKED, added(...six)];
    expect(addPhotos(after(...full), [photo('g')], TIME)).toEqual({ refusal: 'too-many-photos' });
    expect(
      addPhotos(
        after(...BOOKED, added('f')),
        six.map((each) => photo(each)),
        TIME,
      ),
    ).toEqual({
      refusal: 'too-many-photos',
    });
    const removed: BookingEvent = { type: 'PhotoRemoved', data: { photo: 'f2' } };
    expect(addPhotos(after(...full, removed), [photo('g')], TIME)).toEqual({ booking: [added('g')] });
  });

  test.each([
    ['no booking', [], NOW, 'unknown-booking'],
    ['a forgotten customer’s', [...BOOKED, FORGOTTEN], NOW, 'unknown-booking'],
    ['a hold that is over', HELD, HALF_AN_HOUR_LATER, 'not-confirmed'],
    ['a canceled visit', [...BOOKED, EVERY_EVENT.BookingCancelled], NOW, 'not-confirmed'],
    ['a visit that is over', BOOKED, at('2027-03-16T12:00:00-07:00'), 'not-confirmed'],
  ] as const)('to %s is refused', (_, events, now, refusal) => {
    expect(addPhotos(after(...events), [photo('f1')], { now, timeZone: ZONE })).toEqual({ refusal });
    const { booking } = after(...events);
    expect(booking !== null && canAddPhotos(booking, { now, timeZone: ZONE })).toBe(false);
  });

  test('is possible until the visit ends', () => {
    const { booking } = after(...BOOKED);
    expect(canAddPhotos(booking!, { now: at('2027-03-16T11:59:59-07:00'), timeZone: ZONE })).toBe(true);
    expect(DATE).toBe('2027-03-16');
  });
});

describe('removing a photo', () => {
  test('records it once, also of a canceled visit', () => {
    const events = [...BOOKED, added('f1', 'f2'), EVERY_EVENT.BookingCancelled];
    const removed = { type: 'PhotoRemoved', data: { photo: 'f1' } } as const;
    expect(removePhoto(after(...events), 'f1')).toEqual({ booking: [removed] });
    expect(removePhoto(after(...events, removed), 'f1')).toEqual({ booking: [] });
    expect(after(...events, removed).booking?.photos).toEqual(['f2']);
  });

  test('is refused for no booking, and for a forgotten customer’s', () => {
    expect(removePhoto(after(), 'f1')).toEqual({ refusal: 'unknown-booking' });
    expect(removePhoto(after(...BOOKED, added('f1'), FORGOTTEN), 'f1')).toEqual({ refusal: 'unknown-booking' });
  });
});

test('a removed photo cannot be added again, because its file is deleted', () => {
  const removed = after(...BOOKED, added('f1', 'f2'), { type: 'PhotoRemoved', data: { photo: 'f1' } });
  expect(addPhotos(removed, [photo('f1'), photo('f3')], TIME)).toEqual({ booking: [added('f3')] });
  expect(photosReplaced({ photos: ['f2'], removedPhotos: ['f1'] }, [photo('f1'), photo('f2')])).toEqual([]);
});

describe('the photos of a form', () => {
  test('replace those of the hold: six of them, each once', () => {
    expect(
      photosReplaced({ photos: ['f1', 'f2'], removedPhotos: [] }, [photo('f2'), photo('f3'), photo('f3')]),
    ).toEqual([{ type: 'PhotoRemoved', data: { photo: 'f1' } }, added('f3')]);
    const many = Array.from({ length: MOST_PHOTOS + 2 }, (_, index) => photo(`f${index}`));
    expect(photosReplaced({ photos: [], removedPhotos: [] }, many)).toEqual([
      added(...many.slice(0, MOST_PHOTOS).map(({ id }) => id)),
    ]);
    expect(photosReplaced({ photos: [], removedPhotos: [] }, [])).toEqual([]);
  });

  test('are recorded with the hold, and with a correction of it', () => {
    const request = facts.request('am', { photos: [photo('f1')] });
    expect(holdSlot({ booking: null, day: dayType.initial }, request)).toMatchObject({
      booking: [slotHeld('am'), added('f1')],
    });
    const { area, tasks, person, personal } = facts.request('am');
    const revision = { area, tasks, person, personal, photos: [photo('f2')] };
    const revised = reviseHold(after(...HELD, added('f1')), { revision, account: null }, NOW);
    expect(revised).toEqual({
      booking: [
        { type: 'HoldRevised', data: { area, tasks, person, personal } },
        { type: 'PhotoRemoved', data: { photo: 'f1' } },
        added('f2'),
      ],
    });
  });
});
