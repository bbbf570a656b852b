import { ConfigError, loadConfig } from '#server/process/config.ts';
import { SECRETS } from '../../e2e/image/production.ts';

export const PRODUCTION = { ...SECRETS, NODE_ENV: 'production' };

export function configProblems(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
