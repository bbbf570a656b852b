/** Keeps clients of one kind connected until it is ended: `port kind count`. A client that is disconnected connects again. */
import { connect } from 'node:net';
import { BURDENS, type Burden } from '../../e2e/burdens.ts';

const [port, burden, count] = process.argv.slice(2);

function open(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      BURDENS[burden as Burden](socket);
      resolve();
    });
    // The server may disconnect it while it sends.
    socket.on('error', () => {});
    socket.on('close', () => void open());
  });
}

await Promise.all(Array.from({ length: Number(count) }, open));
process.send?.('open');
