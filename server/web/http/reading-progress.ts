import type { Socket } from 'node:net';

/** Bytes of the current write that the operating system has not accepted yet: Node has no public name for it. */
interface WithHandle {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** Changes when the client reads bytes, and not when more are written for it. */
export function progressOf(socket: Socket): number {
  const queued = (socket as WithHandle)._handle?.writeQueueSize ?? 0;
  return (socket.bytesWritten ?? 0) - socket.writableLength - queued;
}
