import { testThreats } from './threats.ts';

testThreats('nginx');
