(step) => chaos.driver.step(step)
