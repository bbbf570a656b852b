import { afterAll, beforeAll } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { Shop, holdRequest } from './shop.ts';

/** A shop with the limits of production, behind a proxy that names the client address of each request. */
export class LimitedShop extends Shop {
  override open(): Promise<void> {
    return super.open({}, { TRUSTED_PROXY: 'forwarded-for' });
  }

  /** A stranger at a client address requests a hold. */
  holdFrom(address: string, slot: Slot): Promise<Response> {
    return this.callFrom(address, rpcPath('hold'), holdRequest(slot));
  }

  /** Sends a call from a client address. */
  callFrom(address: string, path: string, input: object): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(input),
    });
  }
}

/** A client address that shares no network with that of another index. */
export function farAddress(index: number): string {
  return `2001:${(index + 1).toString(16)}::1`;
}

/** A limited shop that is open while the tests of the file run. */
export function openLimitedShop(): LimitedShop {
  const shop = new LimitedShop();
  beforeAll(() => shop.open());
  afterAll(() => shop.close());
  return shop;
}
