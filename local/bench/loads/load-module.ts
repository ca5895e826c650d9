/** Runs in a fresh process: loads the module named on the command line, and prints how many milliseconds that took. */

const [file = ''] = process.argv.slice(2)
const began = performance.now()
await import(file)
process.stdout.write(String(performance.now() - began))
// Some client might hold a timer or a socket.
process.exit(0)
