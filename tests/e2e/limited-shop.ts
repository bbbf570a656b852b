import { afterAll, beforeAll } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { Shop, holdRequest } from './shop.ts';

/** A shop with the limits of production, behind a proxy that says where each request comes from. */
export class LimitedShop extends Shop {
  override open(): Promise<void> {
    return super.open({}, { TRUSTED_PROXY: 'forwarded-for' });
  }

  /** A stranger at an address begins to book. */
  holdFrom(address: string, slot: Slot): Promise<Response> {
    return this.callFrom(address, rpcPath('hold'), holdRequest(slot));
  }

  /** Sends a call from an address. */
  callFrom(address: string, path: string, input: object): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(input),
    });
  }
}

/** An address that shares not even its widest network with that of another index. */
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
