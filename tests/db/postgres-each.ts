import { beforeEach } from 'vitest';
import { prepareDatabases } from './postgres.ts';

beforeEach(prepareDatabases);
