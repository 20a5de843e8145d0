export * from './account.ts';
export * from './codes.ts';
export * from './history.ts';
export * from './limits.ts';
export * from './names.ts';
export * from './password.ts';
export * from './routes.ts';
export * from './schemas.ts';
