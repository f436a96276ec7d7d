/** Filled in by the build, from the contract. */
declare const consoleRouteTable: Readonly<Record<string, readonly [method: string, path: string]>>;

/** Method and path of every route, by its name. */
export const routeTable = consoleRouteTable;
