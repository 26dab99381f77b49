(seed) => chaos.driver.start(seed)
