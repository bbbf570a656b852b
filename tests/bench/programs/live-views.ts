/** Keeps live views of availability open until it is ended. Each time it is asked, it says how many lines came to how many open views. */
import { get } from 'node:http';
import { rpcPath } from '#shared/calls/rpc.ts';
import { network } from './requests.ts';

/** Views are counted by network: each comes from a wide network of its own. */
const NETWORK_SIZE = 4096;

const [port, count = 0] = process.argv.slice(2).map(Number);
const path = `${rpcPath('availabilityLive')}?payload=${encodeURIComponent('{}')}`;
let lines = 0;
let views = 0;

function open(index: number): Promise<void> {
  const headers = { 'x-forwarded-for': network(index * NETWORK_SIZE), 'accept-encoding': 'br' };
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent: false, headers }, (response) => {
      if (response.statusCode === 503) {
        response.resume();
        resolve();
        return;
      }
      if (response.statusCode !== 200) reject(new Error(`a view was answered with ${response.statusCode}`));
      views += 1;
      response.on('data', () => {
        lines += 1;
        resolve();
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

for (let index = 0; index < count; index++) await open(index);
process.on('message', () => process.send?.({ lines, open: views }));
process.send?.({ lines, open: views });
