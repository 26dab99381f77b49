throw new Error("broken bundle");
