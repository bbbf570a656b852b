interface Address {
  readonly host: string;
  readonly port: number;
}

/** Whatever its public name. */
export function ownOrigin({ host, port }: Address): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

export function listenFailure({ code, message }: NodeJS.ErrnoException, { host, port }: Address, prefix = ''): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set ${prefix}PORT to another one.`;
  if (code === 'EACCES')
    return `Can't listen on port ${port}: permission denied (EACCES). Set ${prefix}PORT to 1024 or higher.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Can't listen on ${host}: this machine doesn't have that address (${code}). Set ${prefix}HOST to another one.`;
  return message;
}
