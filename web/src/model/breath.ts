// A pause in long work on the page's own thread, in which it draws and listens.
export const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
