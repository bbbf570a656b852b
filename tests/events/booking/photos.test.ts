import { describe, expect, test } from 'vitest';
import { type BookingEvent, bookingType } from '#events/booking/booking.ts';
import { photosReplaced } from '#events/booking/photo-list.ts';
import { addPhotos } from '#events/booking/photos.ts';
import { fold } from '#events/event.ts';
import { MOST_PHOTOS } from '#shared/booking/photos.ts';
import * as facts from '../facts.ts';
import { frozen } from '../given.ts';

const { NOW, ZONE, slotHeld } = facts;
const TIME = { now: NOW, timeZone: ZONE };
const CONFIRMED = facts.bookingConfirmed('am');

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
});
