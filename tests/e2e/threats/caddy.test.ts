import { testThreats } from './threats.ts';

testThreats('caddy');
