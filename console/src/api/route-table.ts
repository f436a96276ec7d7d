/** The build generates this value from the contract. */
declare const consoleRouteTable: Readonly<Record<string, readonly [method: string, path: string]>>;

/** The method and path of every route, by name. */
export const routeTable = consoleRouteTable;
